/** IDASH-05: limits of a ticket. */
export const ticketRules = {
  subjectMaxLength: 200,
  descriptionMaxLength: 5_000,
  pageSize: 20,
} as const;

/** A ticket's number as people read it. */
export const ticketNumber = (counted: number): string => `TKT-${counted}`;
