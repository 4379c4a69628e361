// S1: a new debate. The form keeps what is typed, shows what the debate would take, and starts it once.
import { type FormEvent, useCallback, useRef, useState } from "react";
import { useLocation } from "wouter";
import { announce } from "../a11y/announcements";
import { useActions } from "../actions";
import { Actions } from "../new/Actions";
import { Configured } from "../new/Configured";
import { type Catalogue, useCatalogue } from "../new/catalogue";
import { DuplicateNote } from "../new/DuplicateNote";
import { afterStart, type Draft, type FormatCard, keepDraft, requestOf, type SetupRequest } from "../new/draft";
import { FormatPicker } from "../new/FormatPicker";
import { type Faults, faultsOf } from "../new/faults";
import type { Form } from "../new/form";
import { LineUp } from "../new/LineUp";
import { More } from "../new/More";
import { MotionBox } from "../new/MotionBox";
import { Preview } from "../new/Preview";
import { Room } from "../new/Room";
import { demoRequest } from "../new/samples";
import { useDraft } from "../new/useDraft";
import { useDuplicate } from "../new/useDuplicate";
import { useFaults } from "../new/useFaults";
import { usePlan } from "../new/usePlan";
import { type Refusal, useStart } from "../new/useStart";
import { to } from "../routes";
import { common } from "../strings";
import { fresh } from "../strings/new";
import { ErrorCard, Skeleton } from "../ui/states";
import { useTitle } from "../useTitle";

export default function New() {
  useTitle(fresh.title);
  const { catalogue, problem, again } = useCatalogue();
  const { draft, change, replace } = useDraft();
  const [duplicate, settle] = useDuplicate(replace);
  const card = catalogue ? cardOf(draft, catalogue) : undefined;
  const planned = usePlan(card && !duplicate.waiting ? requestOf(draft, card) : null);
  const element = useRef<HTMLFormElement>(null);
  const local: Faults = catalogue ? faultsOf(draft, card, catalogue.defaults) : {};
  const faults = useFaults(element, local, planned.problem);
  const begin = useBeginning(draft, faults);
  const edit = useCallback(
    (part: Partial<Draft>) => {
      faults.forget();
      change(part);
    },
    [faults.forget, change],
  );
  const start = () => begin.go("start", requestOf(draft, card), local);
  const demo = () =>
    begin.go("demo", demoRequest(requestOf(draft, card)), local.motion ? { motion: local.motion } : {});
  useBeginningKeys(start, demo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start();
  };
  const form: Form | null = catalogue && card ? { draft, change: edit, faults: faults.shown, catalogue, card } : null;
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      {...faults.watch}
      className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-4 py-6 lg:grid-cols-[minmax(0,1fr)_20rem] [&_:is(input,textarea,select,summary,button)]:scroll-mb-32"
    >
      <div className="flex min-w-0 flex-col gap-8">
        <h1 className="text-2xl">{fresh.title}</h1>
        <DuplicateNote
          duplicate={duplicate}
          missing={catalogue !== null && !catalogue.formats.some(({ name }) => name === duplicate.format)}
          onBack={(before) => {
            replace(before);
            settle();
          }}
        />
        <MotionBox
          draft={draft}
          change={edit}
          faults={faults.shown}
          limit={catalogue ? catalogue.defaults.motion_limit : null}
        />
        {problem && <ErrorCard problem={problem} onRetry={again} />}
        {!form && !problem && <Skeleton lines={8} />}
        {form && <Parts form={form} laid={planned.problem ? null : (planned.plan?.timeline ?? null)} />}
        <Actions busy={begin.busy} refusal={begin.refusal} onDemo={demo} onRetry={begin.again} />
      </div>
      {form && (
        <aside className="flex flex-col gap-4 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto">
          <Preview planned={planned} card={form.card} />
          <Configured models={form.catalogue.models} />
        </aside>
      )}
    </form>
  );
}

function Parts({ form, laid }: { form: Form; laid: Parameters<typeof FormatPicker>[0]["laid"] }) {
  return (
    <>
      <FormatPicker form={form} laid={laid} />
      <LineUp form={form} />
      <Room form={form} />
      <More form={form} />
    </>
  );
}

/** The chosen format; the server's usual one where none was chosen, or one that is gone. */
function cardOf({ format }: Draft, { formats, defaults }: Catalogue): FormatCard | undefined {
  const named = (name: string) => formats.find((card) => card.name === name);
  return named(format) ?? named(defaults.format) ?? formats[0];
}

type Kind = "start" | "demo";

/** Starting: faults are brought to their boxes, other refusals are kept for a card, a debate is gone to. */
function useBeginning(draft: Draft, { bring, place }: ReturnType<typeof useFaults>) {
  const [, navigate] = useLocation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [kind, setKind] = useState<Kind>("start");
  const last = useRef<() => unknown>(() => {});
  const refused = useCallback(
    (found: Refusal) => {
      if (place(found.problem)) return;
      setRefusal(found);
      announce(found.problem.detail, "assertive");
    },
    [place],
  );
  const { busy, start } = useStart(refused);
  const go = async (wish: Kind, request: SetupRequest, faults: Faults) => {
    last.current = () => go(wish, request, faults);
    if (Object.keys(faults).length) return bring(faults);
    if (busy) return;
    setRefusal(null);
    setKind(wish);
    const id = await start(request);
    if (id === null) return;
    keepDraft(afterStart(draft));
    navigate(to.debate(id));
  };
  return { go, again: () => last.current(), refusal, busy: busy ? kind : null };
}

function useBeginningKeys(start: () => unknown, demo: () => unknown): void {
  const { groups } = common;
  const alone = () => !document.querySelector("dialog[open]");
  useActions([
    {
      ...{ id: "new.start", label: fresh.start, group: groups.debate, keys: ["$mod+Enter"] },
      ...{ everywhere: true, when: alone, run: start },
    },
    { id: "new.demo", label: fresh.demo, group: groups.debate, run: demo },
  ]);
}
