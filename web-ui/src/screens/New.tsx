// S1: a new debate.
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../routes";
import { common } from "../strings";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { useTitle } from "../useTitle";
import { api, problemOf } from "../wire/client";
import type { Schemas } from "../wire/types";

export default function New() {
  useTitle(common.actions.goNew);
  const [, navigate] = useLocation();
  const [motion, setMotion] = useState("");
  const [error, setError] = useState<string | null>(null);
  const start = async () => {
    try {
      const { debate_id } = await api.post<Schemas["Created"]>("/api/debates", { motion: motion.trim() || null });
      navigate(to.debate(debate_id));
    } catch (failure) {
      setError(problemOf(failure).detail);
    }
  };
  return (
    <form onSubmit={(event: FormEvent) => event.preventDefault()} className="mx-auto flex max-w-2xl flex-col gap-4 p-6">
      <h1 className="text-2xl">{common.actions.goNew}</h1>
      <Field label="Motion" error={error}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            value={motion}
            onChange={(event) => setMotion(event.target.value)}
            className="input"
          />
        )}
      </Field>
      <div>
        <Button kind="primary" onClick={start}>
          Start
        </Button>
      </div>
    </form>
  );
}
