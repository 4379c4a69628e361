// What is done with a debate that is open here: pause, resume, stop, skip, ask again. Failures are shown as messages;
// what came of it arrives in the log.
import { useMemo, useState } from "react";
import { useDebate, useDebateSession } from "../store";
import { live as copy } from "../strings/live";
import { toast } from "../ui/toasts";
import { api, problemOf } from "../wire/client";
import { debatePath } from "../wire/stream";
import type { Problem, Schemas } from "../wire/types";

export type ResumeRequest = Schemas["ResumeRequest"];

export interface Course {
  readonly pause: () => Promise<void>;
  /** Returns what is wrong with the request, or null. */
  readonly resume: (changes?: ResumeRequest) => Promise<Problem | null>;
  readonly stop: () => Promise<void>;
  readonly skip: () => Promise<void>;
  readonly retry: () => Promise<void>;
  /** Go on without the speech that has the floor. */
  readonly without: () => Promise<void>;
  /** A pause was asked for, and the running step is not over yet. */
  readonly pausing: boolean;
  /** The form is open in which models and limits are changed before it goes on. */
  readonly changing: boolean;
  readonly change: (open: boolean) => void;
}

function failed(problem: Problem): void {
  toast(copy.course.failed([problem.detail, problem.hint].filter(Boolean).join(" ")), { kind: "error" });
}

export function useCourse(): Course {
  const session = useDebateSession();
  const id = useDebate((state) => state.id);
  const status = useDebate((state) => state.view.status);
  const [asked, setAsked] = useState("");
  const [changing, change] = useState(false);
  const deeds = useMemo(() => {
    const send = async (deed: string, body?: ResumeRequest): Promise<Problem | null> => {
      try {
        await api.post(debatePath(id, `/${deed}`), body);
        await session.refreshMeta();
        return null;
      } catch (error) {
        return problemOf(error);
      }
    };
    const tell = async (deed: string) => {
      const problem = await send(deed);
      if (problem) failed(problem);
    };
    const resume = async (changes: ResumeRequest = {}) => {
      const problem = await send("resume", changes);
      if (!problem && session.store.getState().connection.state === "ended") session.stream.reopen();
      return problem;
    };
    return {
      resume,
      pause: async () => {
        setAsked(session.store.getState().view.status);
        const problem = await send("pause");
        if (!problem) return;
        setAsked("");
        failed(problem);
      },
      stop: () => tell("stop"),
      skip: () => tell("skip"),
      retry: () => tell("retry"),
      without: async () => {
        const problem = (await send("skip")) ?? (await resume());
        if (problem) failed(problem);
      },
    };
  }, [id, session]);
  return { ...deeds, pausing: asked !== "" && asked === status, changing, change };
}

/** Resume as it is, and say what went wrong if it does. */
export async function goOn(course: Course): Promise<void> {
  const problem = await course.resume();
  if (problem) failed(problem);
}
