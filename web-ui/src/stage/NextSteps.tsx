// What one may want after the end: the actions for it, as buttons below the verdict. To whoever came by a share link, a
// debate of their own is not offered: the link opens this one alone.
import { Download, History, Plus, Share2 } from "lucide-react";
import { useLocation } from "wouter";
import { available, useOffered } from "../actions";
import { useDebate } from "../store";
import { Button } from "../ui/Button";

const WANTED = { "debate.replay": History, "debate.export": Download, "debate.share": Share2, "go.new": Plus };

export function NextSteps() {
  const [path, navigate] = useLocation();
  useOffered();
  const guest = useDebate((state) => state.meta?.may !== "owner");
  const context = { path, navigate };
  const offered = available(context);
  const steps = Object.entries(WANTED).flatMap(([id, icon]) => {
    const action = offered.find((one) => one.id === id);
    return action && !(guest && id === "go.new") ? [{ action, icon }] : [];
  });
  return (
    <div className="no-print flex flex-wrap gap-2">
      {steps.map(({ action, icon }) => (
        <Button key={action.id} icon={icon} onClick={() => action.run(context)}>
          {action.label}
        </Button>
      ))}
    </div>
  );
}
