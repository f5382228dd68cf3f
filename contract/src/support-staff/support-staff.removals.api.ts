import { z } from 'zod';
import { waitingRemovalSchema } from '../auth/factors/auth.second-factor.schema.ts';
import { doneAnswer, endpoint } from '../kernel/endpoint.ts';

export const listRemovals = endpoint({
  name: 'supportStaff.listRemovals',
  method: 'GET',
  path: '/api/support/second-factor-removals',
  who: 'staff',
  summary: 'AUTH-18: users and installers whose request to turn off two-step sign-in waits for approval, oldest first.',
  answer: z.strictObject({ removals: z.array(waitingRemovalSchema) }),
  refusals: [],
});

export const approveRemoval = endpoint({
  name: 'supportStaff.approveRemoval',
  method: 'POST',
  path: '/api/support/second-factor-removals/{id}/approve',
  who: 'staff',
  summary: 'AUTH-18: approves the request of a user or an installer, after a check of who asked.',
  params: z.strictObject({ id: z.uuid() }),
  answer: doneAnswer,
  refusals: ['not_found'],
});
