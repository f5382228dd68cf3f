/** IDASH-05, SUPP-02: limits of a ticket. */
export const ticketRules = {
  subjectMaxLength: 200,
  descriptionMaxLength: 5_000,
  messageMaxLength: 5_000,
  searchMaxLength: 200,
  pageSize: 20,
  /** Messages of one ticket. A longer matter goes on in a new ticket. */
  mostMessages: 500,
} as const;

/** Formats a ticket number for display. */
export const ticketNumber = (counted: number): string => `TKT-${counted}`;
