const TIME = /^(\d{2}):(\d{2}):(\d{2}),(\d{2})-(\d{2})-(\d{4})$/;

/** Whether a text has the form of a time. A hub whose clock was never set can write a time that does not exist. */
export const hasTimeForm = (text: string): boolean => TIME.test(text.trim());

/** Reads `HH:MM:SS,MM-DD-YYYY` in UTC. Null: no such time. */
export function readTime(text: string): Date | null {
  const [, hours, minutes, seconds, month, day, year] = TIME.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const time = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`);
  return Number.isNaN(time.getTime()) || writeTime(time) !== text.trim() ? null : time;
}

export function writeTime(at: Date): string {
  const iso = at.toISOString();
  return `${iso.slice(11, 19)},${iso.slice(5, 7)}-${iso.slice(8, 10)}-${iso.slice(0, 4)}`;
}
