// What every test of the page needs: React knows that it is tested, and leaves a clean page behind.
import { afterEach } from "vitest";

if (typeof document !== "undefined") {
  const { cleanup } = await import("@testing-library/react");
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  afterEach(cleanup);
}
