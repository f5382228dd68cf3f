/** Returns the complaint about a required text, or null. Surrounding spaces do not count. */
export function complaintOf(text: string, maxLength: number, missing: string, long: string): string | null {
  const { length } = text.trim();
  if (length === 0) return missing;
  return length > maxLength ? long : null;
}
