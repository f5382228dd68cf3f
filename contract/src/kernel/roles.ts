import { z } from 'zod';

/** The kinds of people. A role is given by the server's own flows and never by the person (AUTH-14). */
export const roleSchema = z.enum(['user', 'installer', 'staff']);

export type Role = z.infer<typeof roleSchema>;
