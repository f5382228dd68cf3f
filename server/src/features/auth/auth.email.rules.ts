/** The one form of an e-mail address: what is stored, compared, counted and logged. */
export function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
