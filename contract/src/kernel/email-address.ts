/** Returns the canonical form in which an email address is stored, compared, counted and logged. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
