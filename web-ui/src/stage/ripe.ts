// When a turn may be drawn as Markdown: those around the eye first, the rest when the browser has nothing else to do.
// Until then its words stand plain, where searching and printing find them.
import { type RefObject, useEffect, useState } from "react";

const AROUND = "1200px 0px";

type Ripen = () => void;

const near = new Map<Element, Ripen>();
let observer: IntersectionObserver | null = null;

function watch(element: Element, ripen: Ripen): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) near.get(entry.target)?.();
    },
    { rootMargin: AROUND },
  );
  near.set(element, ripen);
  observer.observe(element);
  return () => {
    near.delete(element);
    observer?.unobserve(element);
  };
}

const later = new Set<Ripen>();
let asked = false;

function ask(): void {
  if (asked || !later.size) return;
  asked = true;
  const work = () => {
    asked = false;
    const [next] = later;
    if (next) {
      later.delete(next);
      next();
    }
    ask();
  };
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work, 50);
}

/** Whether to draw the turn of `element` now. `atOnce`: it is among the first that are seen. */
export function useRipe(element: RefObject<Element | null>, atOnce: boolean): boolean {
  const [ripe, setRipe] = useState(atOnce);
  useEffect(() => {
    const { current } = element;
    if (ripe || !current) return;
    const ripen = () => setRipe(true);
    const leave = watch(current, ripen);
    later.add(ripen);
    ask();
    return () => {
      later.delete(ripen);
      leave();
    };
  }, [ripe, element]);
  return ripe;
}
