let heardAt: number | null = null;
let aheadMs = 0;

/** Records a response of the server. `date` is the server's own clock, if given (whole seconds). */
export function noteServerTime(date: string | null = null): void {
  heardAt = Date.now();
  const serverMs = Date.parse(date ?? '');
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - heardAt;
}

/** Returns when this page last received a response, in ms of the browser's clock. This is the age of the data shown. */
export const lastResponseAt = (): number | null => heardAt;

/** The server's clock, to within a second and the way of an answer: a browser's own may be wrong by hours. */
export const serverNowMs = (): number => Date.now() + aheadMs;
