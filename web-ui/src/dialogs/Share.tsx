// S15: the link to this moment, and links that let others watch one debate, or vote in it. Not here: papers (Export.tsx).
import { Link2, Trash2 } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { announce } from "../a11y/announcements";
import { momentName } from "../replay/moments";
import { useReplay } from "../replay/session";
import { to } from "../routes";
import { useDebate } from "../store";
import { share as copy } from "../strings/papers";
import { Button, IconButton } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Choices, Field, Select } from "../ui/Field";
import { ErrorCard, Skeleton } from "../ui/states";
import { api, problemOf } from "../wire/client";
import { debatePath } from "../wire/stream";
import type { Problem, Schemas } from "../wire/types";
import { CopyField } from "./CopyField";

type ShareLink = Schemas["Share"];

function day(iso: string): string {
  return new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

export default function Share({ open = true, onClose }: { open?: boolean; onClose: () => void }) {
  const owner = useDebate((state) => state.meta?.may === "owner");
  return (
    <Dialog open={open} onClose={onClose} title={copy.title}>
      <div className="flex flex-col gap-6">
        <Here />
        {owner ? <Links /> : <p className="text-muted">{copy.onlyOwner}</p>}
      </div>
    </Dialog>
  );
}

function Here() {
  const id = useDebate((state) => state.id);
  const view = useDebate((state) => state.view);
  const seq = useDebate((state) => state.seq);
  const entry = useDebate((state) => state.log.findLast((one) => one.seq <= state.seq));
  const [which, setWhich] = useState(useReplay() ? "moment" : "whole");
  const path = which === "moment" ? to.replay(id, seq) : to.debate(id);
  return (
    <section className="flex flex-col gap-3">
      <Choices
        label={copy.here}
        options={[
          { value: "whole", label: copy.whole },
          { value: "moment", label: copy.moment(entry ? momentName(view, entry) : "") },
        ]}
        value={which}
        onChange={setWhich}
      />
      <CopyField label={copy.address} text={location.origin + path} hint={copy.hereNote} />
    </section>
  );
}

function Links() {
  const id = useDebate((state) => state.id);
  const [links, setLinks] = useState<readonly ShareLink[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [made, setMade] = useState<ShareLink | null>(null);
  const load = useCallback(async () => {
    try {
      setLinks((await api.get<Schemas["Shares"]>(debatePath(id, "/shares"))).shares);
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }, [id]);
  useEffect(() => void load(), [load]);

  async function revoke(link: ShareLink): Promise<void> {
    try {
      await api.del(debatePath(id, `/shares/${link.id}`));
      if (made?.id === link.id) setMade(null);
      announce(copy.revoked);
    } catch (error) {
      setProblem(problemOf(error));
    }
    await load();
  }

  return (
    <section aria-label={copy.links} className="flex flex-col gap-3 border-line border-t pt-4">
      <h3>{copy.links}</h3>
      <p className="text-muted text-sm">{copy.linksNote}</p>
      <Make
        id={id}
        onMade={(link) => {
          setMade(link);
          void load();
        }}
      />
      {made?.token && (
        <div className="rounded-lg bg-accent-tint p-3">
          <CopyField
            key={made.id}
            label={copy.fresh}
            text={`${location.origin}/#share=${made.token}`}
            hint={copy.once}
          />
        </div>
      )}
      {problem && <ErrorCard problem={problem} onRetry={load} />}
      {!links && !problem && <Skeleton lines={2} />}
      {links?.length === 0 && <p className="text-muted text-sm">{copy.none}</p>}
      <ul className="flex flex-col">
        {links?.map((link) => (
          <li key={link.id} className="flex items-center gap-2 border-line border-t">
            <span className="flex-1">
              {copy[link.may]}{" "}
              <span className="text-muted text-sm">
                {copy.made(day(link.created_at))}, {link.expires_at ? copy.until(day(link.expires_at)) : copy.forever}
              </span>
            </span>
            <IconButton
              icon={Trash2}
              label={copy.revokeOne(copy[link.may], day(link.created_at))}
              onClick={() => revoke(link)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Make({ id, onMade }: { id: string; onMade: (link: ShareLink) => void }) {
  const [may, setMay] = useState("watch");
  const [days, setDays] = useState("7");
  const [problem, setProblem] = useState<Problem | null>(null);
  async function make(): Promise<void> {
    setProblem(null);
    try {
      onMade(await api.post<ShareLink>(debatePath(id, "/shares"), { may, days: Number(days) }));
      announce(copy.once);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Choices
          label={copy.may}
          options={[
            { value: "watch", label: copy.watch },
            { value: "vote", label: copy.vote },
          ]}
          value={may}
          onChange={setMay}
        />
        <Field label={copy.days}>
          {(control) => (
            <Select
              {...control}
              options={Object.entries(copy.dayOptions).map(([value, label]) => ({ value, label }))}
              value={days}
              onChange={setDays}
            />
          )}
        </Field>
        <Button kind="primary" icon={Link2} onClick={make}>
          {copy.make}
        </Button>
      </div>
      {problem && <ErrorCard problem={problem} />}
    </div>
  );
}
