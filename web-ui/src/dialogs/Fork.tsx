// Go another way from an event on: other models, other styles, a new debate. The server decides where that is allowed.
import { GitFork, History, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useLocation } from "wouter";
import { ModelInput, SuggestedModels } from "../new/ModelInput";
import { momentName } from "../replay/moments";
import { to } from "../routes";
import { useDebate } from "../store";
import { fork as copy } from "../strings/papers";
import { judgeName, sideName } from "../strings/verdict";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Field } from "../ui/Field";
import { ErrorCard } from "../ui/states";
import { api } from "../wire/client";
import type { DebateView, Problem, Schemas } from "../wire/types";
import { changes, modelKeys, modelOf, useFork, type Wishes } from "./useFork";

const UNKNOWN: Schemas["ModelList"] = { providers: [], suggested: [], scripted: {}, auto: "", auto_reason: "" };

/** What can be chosen; a failure only means that nothing is suggested. */
function useSuggestions() {
  const [models, setModels] = useState(UNKNOWN);
  const [styles, setStyles] = useState<readonly string[]>([]);
  useEffect(() => {
    const nothing = () => {};
    api.get<Schemas["ModelList"]>("/api/models").then(setModels, nothing);
    api
      .get<Schemas["StyleList"]>("/api/config/styles")
      .then((found) => setStyles(Object.keys(found.styles)))
      .catch(nothing);
  }, []);
  return { models, styles };
}

interface BoxProps {
  open: boolean;
  onClose: () => void;
  icon: LucideIcon;
  /** What its one button is called, and does. */
  deed: string;
  onDo: () => void;
  children: ReactNode;
}

function Box({ open, onClose, icon, deed, onDo, children }: BoxProps) {
  const button = (
    <Button kind="primary" icon={icon} onClick={onDo}>
      {deed}
    </Button>
  );
  return (
    <Dialog {...{ open, onClose }} title={copy.title} footer={button}>
      {children}
    </Dialog>
  );
}

/** Behind the end nothing can go on: the way to the moments where it can. */
function Over({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const [, navigate] = useLocation();
  const look = () => {
    onClose();
    navigate(to.replay(id, 1));
  };
  return (
    <Box {...{ open, onClose }} icon={History} deed={copy.choose} onDo={look}>
      <p>{copy.over}</p>
    </Box>
  );
}

export default function Fork({ open = true, onClose }: { open?: boolean; onClose: () => void }) {
  const id = useDebate((state) => state.id);
  const view = useDebate((state) => state.view);
  const seq = useDebate((state) => state.seq);
  const entry = useDebate((state) => state.log.findLast((one) => one.seq <= state.seq));
  const [models, setModels] = useState<Wishes>({});
  const [styles, setStyles] = useState<Wishes>({});
  const { problem, send } = useFork(id);
  const [, navigate] = useLocation();
  const suggested = useSuggestions();
  async function start(): Promise<void> {
    const made = await send(seq, changes(view, models, styles));
    if (made) navigate(to.debate(made));
  }
  if (view.status === "finished") return <Over {...{ open, onClose, id }} />;
  const roles = [...view.sides, ...judges(view)];
  const places = [
    ...roles.flatMap((role) => modelKeys(view, role).map((key) => `models.${key}`)),
    ...view.sides.map((side) => `styles.${side}`),
  ];
  const elsewhere = problem && !places.includes(problem.field ?? "") ? problem : null;
  return (
    <Box {...{ open, onClose }} icon={GitFork} deed={copy.run} onDo={start}>
      <div className="flex flex-col gap-4">
        <p>{copy.what(seq, entry ? momentName(view, entry) : "")}</p>
        <p className="text-muted text-sm">{copy.kept}</p>
        {elsewhere && (
          <div role="alert">
            <ErrorCard problem={elsewhere} />
          </div>
        )}
        <Models {...{ view, roles, problem }} values={models} onChange={setModels} known={suggested.models} />
        <Styles {...{ view, problem }} values={styles} onChange={setStyles} known={suggested.styles} />
      </div>
    </Box>
  );
}

/** The judges together, and each where there are several. */
function judges(view: DebateView): string[] {
  const each = view.judges > 1 ? Array.from({ length: view.judges }, (_, at) => `judge.${at + 1}`) : [];
  return view.judges ? ["judge", ...each] : [];
}

function roleName(view: DebateView, role: string): string {
  if (role === "judge") return copy.judges;
  return role.startsWith("judge.") ? judgeName(role) : sideName(view, role);
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className="flex flex-col gap-2">
      <legend className="font-semibold">{title}</legend>
      <p id={id} className="text-muted text-sm">
        {note}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

interface FieldsProps<T> {
  view: DebateView;
  problem: Problem | null;
  values: Wishes;
  onChange: (values: Wishes) => void;
  known: T;
}

function Models({
  view,
  problem,
  values,
  onChange,
  known,
  roles,
}: FieldsProps<Schemas["ModelList"]> & { roles: string[] }) {
  const wrong = (role: string) => modelKeys(view, role).some((key) => problem?.field === `models.${key}`);
  return (
    <Group title={copy.models} note={copy.modelsNote}>
      <SuggestedModels models={known} />
      {roles.map((role) => (
        <ModelInput
          key={role}
          name={`models.${role}`}
          label={copy.model(roleName(view, role))}
          value={values[role] ?? ""}
          placeholder={modelOf(view, role)}
          error={wrong(role) ? problem?.detail : undefined}
          models={known}
          onChange={(model) => onChange({ ...values, [role]: model })}
        />
      ))}
    </Group>
  );
}

function Styles({ view, problem, values, onChange, known }: FieldsProps<readonly string[]>) {
  const list = useId();
  return (
    <Group title={copy.styles} note={copy.styleHint}>
      <datalist id={list}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {view.sides.map((side) => (
        <Field
          key={side}
          label={copy.style(sideName(view, side))}
          error={problem?.field === `styles.${side}` ? problem.detail : null}
        >
          {(control) => (
            <input
              {...control}
              list={list}
              dir="auto"
              value={values[side] ?? ""}
              placeholder={view.setup?.styles[side] ?? ""}
              onChange={(event) => onChange({ ...values, [side]: event.target.value })}
              className="input"
            />
          )}
        </Field>
      ))}
    </Group>
  );
}
