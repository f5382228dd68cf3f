/** The calendar day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

/** The first instant of the next calendar day in a time zone, also across a change of its clock. */
export function nextDayStart(timeZone: string, at: Date): Date {
  const today = dayIn(timeZone, at);
  let early = at.getTime();
  let late = early + 26 * 3_600_000;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (dayIn(timeZone, new Date(middle)) === today) early = middle;
    else late = middle;
  }
  return new Date(late);
}
