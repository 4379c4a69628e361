// What somebody sees whom the server does not know: how to get in, and a field for a token.
import { type FormEvent, useState } from "react";
import { useStore } from "zustand";
import { asker, signIn, signInAsHost } from "../session";
import { common } from "../strings";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { ErrorCard } from "../ui/states";
import { useTitle } from "../useTitle";

export function SignIn() {
  return useStore(asker, (state) => state.guest) ? <Guest /> : <Host />;
}

function Guest() {
  useTitle(common.signIn.guestTitle);
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5 p-6 py-16">
      <h1 className="text-2xl">{common.signIn.guestTitle}</h1>
      <p>{common.signIn.guest}</p>
      <div>
        <Button onClick={signInAsHost}>{common.signIn.otherwise}</Button>
      </div>
    </div>
  );
}

function Host() {
  useTitle(common.signIn.title);
  const problem = useStore(asker, (state) => state.problem);
  const [token, setToken] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !token.trim()) return;
    setBusy(true);
    const session = await signIn({ token: token.trim() });
    setBusy(false);
    if (session) setToken("");
  };
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5 p-6 py-16">
      <h1 className="text-2xl">{common.signIn.title}</h1>
      <p>{common.signIn.why}</p>
      <p className="text-muted">{common.signIn.link}</p>
      {problem && <ErrorCard problem={problem} />}
      <form onSubmit={submit} className="card flex flex-col gap-4">
        <Field label={common.signIn.token} hint={common.signIn.tokenHint}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="off"
              spellCheck={false}
              value={token}
              onChange={(event) => setToken(event.target.value)}
              className="input"
            />
          )}
        </Field>
        <div>
          <Button kind="primary" type="submit" busy={busy} disabled={!token.trim()}>
            {common.signIn.enter}
          </Button>
        </div>
      </form>
    </div>
  );
}
