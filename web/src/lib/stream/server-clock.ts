let heardAt: number | null = null;
let aheadMs = 0;

/** The server has just said something; `date` is its own clock, where it told it (whole seconds). */
export function noteServerTime(date: string | null = null): void {
  heardAt = Date.now();
  const serverMs = Date.parse(date ?? '');
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - heardAt;
}

/** When this page last heard the server, in ms of this browser's clock: what it shows is as old as that. */
export const lastResponseAt = (): number | null => heardAt;

/** The server's clock, to within a second and the way of an answer: a browser's own may be wrong by hours. */
export const serverNowMs = (): number => Date.now() + aheadMs;
