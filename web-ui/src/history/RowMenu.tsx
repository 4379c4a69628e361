// What can be done with a debate of the list.
import { Copy, Download, EllipsisVertical, ExternalLink, History, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { to } from "../routes";
import { history } from "../strings/history";
import { Menu, type MenuItem } from "../ui/Menu";
import { address } from "../wire/client";
import { debatePath } from "../wire/stream";
import type { DebateSummary } from "../wire/types";

const copy = history.menu;

/** Let the browser save a paper of the debate: the server names the file. */
function save(id: string, format: string): void {
  const link = document.createElement("a");
  link.href = address(debatePath(id, "/export"), { format });
  link.download = "";
  link.click();
}

export function RowMenu({ debate, onDelete }: { debate: DebateSummary; onDelete: () => void }) {
  const [, navigate] = useLocation();
  const { debate_id: id, motion } = debate;
  const label = copy.of(motion || history.noMotion);
  const items: MenuItem[] = [
    { id: "open", label: copy.open, icon: ExternalLink, onSelect: () => navigate(to.debate(id)) },
    { id: "replay", label: copy.replay, icon: History, onSelect: () => navigate(to.replay(id)) },
    {
      id: "duplicate",
      label: copy.duplicate,
      icon: Copy,
      onSelect: () => navigate(`${to.new}?${new URLSearchParams({ from: id })}`),
    },
    ...Object.entries(copy.exports).map(([format, name]) => ({
      ...{ id: format, label: name, icon: Download, onSelect: () => save(id, format) },
    })),
    { id: "delete", label: copy.delete, icon: Trash2, danger: true, onSelect: onDelete },
  ];
  return (
    <Menu
      label={label}
      items={items}
      trigger={
        <button
          type="button"
          aria-label={label}
          className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-sunken"
        >
          <EllipsisVertical aria-hidden className="size-5" />
        </button>
      }
    />
  );
}
