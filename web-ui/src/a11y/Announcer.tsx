// The two live regions of the page, and the only ones.
import { useStore } from "zustand";
import { type Announcements, announcements } from "./announcements";

export function Announcer({ source = announcements }: { source?: Announcements }) {
  const { polite, assertive } = useStore(source.store);
  return (
    <div className="sr-only no-print">
      <div aria-live="polite" aria-atomic="true" dir="auto" data-announcer="polite">
        {polite}
      </div>
      <div aria-live="assertive" aria-atomic="true" dir="auto" data-announcer="assertive">
        {assertive}
      </div>
    </div>
  );
}
