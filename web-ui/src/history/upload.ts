// A log sent to the server, with its progress: `fetch` cannot tell how much of a body has gone. Failures are the
// server's sentence where it gave one.
import { history } from "../strings/history";
import { ApiError } from "../wire/client";
import type { Problem, Schemas } from "../wire/types";

const copy = history.bring;

function own(code: string, status: number, detail: string, hint: string): ApiError {
  return new ApiError({
    ...{ type: `about:blank#${code}`, title: copy.choose, status, detail, hint, code, field: null, request_id: "" },
  });
}

/** Import `file`; `progress` gets the share that was sent, 0 to 1. Resolves to the id of the debate. */
export function upload(file: Blob, progress: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/debates/import");
    request.setRequestHeader("Content-Type", "application/jsonl");
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total) progress(loaded / total);
    };
    request.onerror = () => reject(own("network", 0, copy.lost, copy.lostHint));
    request.onload = () => {
      const answer = read(request.responseText);
      if (request.status === 201) resolve((answer as Schemas["Created"]).debate_id);
      else if (typeof (answer as Partial<Problem>).detail === "string") reject(new ApiError(answer as Problem));
      else reject(own("answer", request.status, copy.strange(request.status), ""));
    };
    request.send(file);
  });
}

function read(text: string): object {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? found : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
