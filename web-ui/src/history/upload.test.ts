import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../wire/client";
import { upload } from "./upload";

interface Answer {
  status: number;
  text: string;
}

/** A request that is answered as soon as it is sent; null = the connection breaks. */
function answering(answer: Answer | null) {
  const sent: unknown[][] = [];
  class Request {
    upload: { onprogress?: (event: object) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    status = answer?.status ?? 0;
    responseText = answer?.text ?? "";
    open(...call: unknown[]) {
      sent.push(call);
    }
    setRequestHeader(...header: unknown[]) {
      sent.push(header);
    }
    send() {
      this.upload.onprogress?.({ loaded: 1, total: 4, lengthComputable: true });
      if (answer) this.onload?.();
      else this.onerror?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

const failure = async () => {
  const error = await upload(new Blob(["x"]), () => {}).catch((found: unknown) => found);
  return error instanceof ApiError ? error.problem : error;
};

describe("an import", () => {
  it("sends lines, tells how much has gone, and ends with the debate", async () => {
    const sent = answering({ status: 201, text: '{"debate_id": "d1"}' });
    const shares: number[] = [];
    expect(await upload(new Blob(["x"]), (share) => shares.push(share))).toBe("d1");
    expect(sent).toContainEqual(["POST", "/api/debates/import"]);
    expect(sent).toContainEqual(["Content-Type", "application/jsonl"]);
    expect(shares).toEqual([0.25]);
  });

  it("that is refused fails with the server's sentence", async () => {
    answering({ status: 422, text: '{"detail": "Line 3 is no event.", "hint": "Export it again.", "code": "store"}' });
    expect(await failure()).toMatchObject({ detail: "Line 3 is no event.", hint: "Export it again." });
  });

  it("fails with a sentence of the page where the server gave none, or is away", async () => {
    answering({ status: 502, text: "<html>" });
    expect(await failure()).toMatchObject({ code: "answer", detail: expect.stringContaining("502") });
    answering(null);
    expect(await failure()).toMatchObject({ code: "network" });
  });
});
