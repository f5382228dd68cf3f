/** IDASH-05: limits of a ticket. */
export const ticketRules = {
  subjectMaxLength: 200,
  descriptionMaxLength: 5_000,
  pageSize: 20,
} as const;

/** Formats a ticket number for display. */
export const ticketNumber = (counted: number): string => `TKT-${counted}`;
