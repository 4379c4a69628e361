// Copy of the graph of steps (S4).
import { count } from "./words";

export const graph = {
  title: "Graph",
  note: "Every step that this debate can take, and which may follow which. The picture is laid out once and stays.",
  picture: "Picture of the steps",
  list: "Steps in order",
  start: "Start",
  end: "End",
  states: {
    idle: "not yet",
    running: "at work",
    waiting: "waiting",
    done: "done",
    failed: "failed",
    stopped: "stopped",
    untaken: "not taken",
    unknown: "not recorded",
  },
  waitingFor: "waiting for people",
  times: (times: number) => `×${times}`,
  doneTimes: (times: number) => (times === 1 ? "done once" : `done ${count(times, "time")}`),
  follows: (names: readonly string[]) => (names.length ? `Then: ${names.join(", ")}.` : "Nothing follows."),
  lastEvents: "Its last events",
  noEvents: "It has written nothing yet.",
  writesNothing: "It writes nothing of its own.",
  close: "Close",
  anywhere: "A debate that is resumed or forked may begin at any step; those ways are not drawn.",
};
