// Importing a log from a button or a drop: one at a time, with progress, then the debate is opened.
import { useCallback, useRef, useState } from "react";
import { useLocation } from "wouter";
import { announce } from "../a11y/announcements";
import { to } from "../routes";
import { history } from "../strings/history";
import { problemOf } from "../wire/client";
import type { Problem } from "../wire/types";
import { upload } from "./upload";

const copy = history.bring;

export interface Importing {
  /** What is being sent; null = nothing. */
  readonly sending: { readonly name: string; readonly share: number } | null;
  readonly problem: Pick<Problem, "detail"> | null;
  /** The debate of the log, where it is here already. */
  readonly here: string | null;
  readonly take: (files: Iterable<File>) => Promise<void>;
  readonly dismiss: () => void;
}

export function useImport(): Importing {
  const [, navigate] = useLocation();
  const [sending, setSending] = useState<Importing["sending"]>(null);
  const [problem, setProblem] = useState<Importing["problem"]>(null);
  const [here, setHere] = useState<string | null>(null);
  const busy = useRef(false);
  const fail = useCallback((found: Pick<Problem, "detail">) => {
    setProblem(found);
    announce(found.detail, "assertive");
  }, []);
  const take = useCallback(
    async (files: Iterable<File>) => {
      const [file, ...rest] = files;
      if (!file || busy.current) return;
      setProblem(null);
      setHere(null);
      if (rest.length) return fail({ detail: copy.several });
      if (!/\.(jsonl|ndjson)$/i.test(file.name)) return fail({ detail: copy.wrong(file.name) });
      busy.current = true;
      setSending({ name: file.name, share: 0 });
      announce(copy.busy(file.name));
      try {
        const id = await upload(file, (share) => setSending({ name: file.name, share }));
        announce(copy.done);
        navigate(to.debate(id));
      } catch (error) {
        const found = problemOf(error);
        if (found.code === "conflict") setHere(await debateOf(file));
        fail(found);
      } finally {
        busy.current = false;
        setSending(null);
      }
    },
    [fail, navigate],
  );
  const dismiss = useCallback(() => setProblem(null), []);
  return { sending, problem, here, take, dismiss };
}

/** The id of the debate that a log is of, from its first line; null if it tells none. */
async function debateOf(file: Blob): Promise<string | null> {
  const found = /"debate_id"\s*:\s*"([\w-]{1,64})"/.exec(await file.slice(0, 100_000).text());
  return found?.[1] ?? null;
}
