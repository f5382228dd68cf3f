/** The parts of XMLHttpRequest that a page uses to upload a file and read the progress. */
class FakeRequest {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  private readonly answer: typeof fetch;
  private address = '';
  private readonly init: { method: string; headers: Record<string, string> } = { method: 'GET', headers: {} };
  private isAborted = false;

  constructor(answer: typeof fetch) {
    this.answer = answer;
  }

  open(method: string, address: string): void {
    this.init.method = method;
    this.address = address;
  }

  setRequestHeader(name: string, value: string): void {
    this.init.headers[name] = value;
  }

  send(body: BodyInit | null): void {
    this.upload.onprogress?.({ loaded: 2, total: 5 });
    this.answer(this.address, { ...this.init, body }).then(
      async (response) => {
        this.status = response.status;
        this.responseText = await response.text();
        if (!this.isAborted) this.onload?.();
      },
      () => {
        if (!this.isAborted) this.onerror?.();
      },
    );
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }
}

/** An XMLHttpRequest that is answered by the fake server's `fetch`; a page says `new XMLHttpRequest()`. */
export function requestOver(answer: typeof fetch): typeof XMLHttpRequest {
  return function XMLHttpRequest() {
    return new FakeRequest(answer);
  } as unknown as typeof XMLHttpRequest;
}
