import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import { done } from '@trace/contract/kernel/endpoint';
import { requestReset, resetPassword } from '@trace/contract/auth/sign-up/auth.reset.api';
import { resetTexts } from '@trace/contract/auth/sign-up/auth.reset.texts';
import {
  confirmSignUp,
  correctSignUpEmail,
  resendSignUpCode,
  signUp,
} from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { signUpTexts } from '@trace/contract/auth/sign-up/auth.sign-up.texts';
import { previewJoin } from '@trace/contract/companies/companies.customers.api';
import { joinCompany, seeInvitation } from '@trace/contract/companies/companies.api';
import { companiesTexts } from '@trace/contract/companies/companies.texts';
import { refuse, type FakeServer } from '../fake-server.ts';

/** The fake server's data of users without an account. */
export interface SignUpWorld {
  /** The address that received the newest code. Null while no sign-up is pending. */
  codeSentTo: string | null;
  code: string;
  /** The only valid reset link. */
  resetToken: string;
  /** The invitations that work, by their tokens: the company's name. */
  invitations: Record<string, string>;
  /** The company that the person who opens an invitation belongs to already. */
  belongsTo: AnswerOf<typeof previewJoin>['belongsTo'];
}

export function nobodySignsUp(): SignUpWorld {
  return {
    codeSentTo: null,
    code: '20264711',
    resetToken: 'reset-link-that-works',
    invitations: { 'invitation-of-harbour': 'Harbour Alarms' },
    belongsTo: null,
  };
}

export function serveSignUp(server: FakeServer, world: SignUpWorld): void {
  const sendTo = (email: string) => {
    world.codeSentTo = email;
    return { codeSentTo: email };
  };
  server.on(signUp, ({ body }) => ({
    ...sendTo(body.email),
    company: world.invitations[body.companyInvite ?? ''] ?? null,
  }));
  server.on(resendSignUpCode, () =>
    world.codeSentTo === null ? refuse('gone', signUpTexts.signUpOver) : sendTo(world.codeSentTo),
  );
  server.on(correctSignUpEmail, ({ body }) => sendTo(body.email));
  server.on(confirmSignUp, ({ body }) => {
    if (world.codeSentTo === null) return refuse('gone', signUpTexts.signUpOver);
    if (body.code !== world.code) return refuse('invalid_input', signUpTexts.codeWrong, 'body.code');
    return { email: world.codeSentTo, company: null };
  });
  server.on(requestReset, () => done);
  server.on(resetPassword, ({ body }) =>
    body.token === world.resetToken ? done : refuse('gone', resetTexts.linkOver),
  );
  serveInvitations(server, world);
}

function serveInvitations(server: FakeServer, { invitations, belongsTo }: SignUpWorld): void {
  server.on(previewJoin, ({ body }) => {
    const name = invitations[body.token];
    return name === undefined ? refuse('not_found') : { name, hasLogo: false, logo: null, belongsTo };
  });
  server.on(seeInvitation, ({ body }) => {
    const name = invitations[body.token];
    return name === undefined ? refuse('not_found') : { name, hasLogo: false, logo: null };
  });
  server.on(joinCompany, ({ body }) => {
    const name = invitations[body.token];
    if (name === undefined) return refuse('not_found', companiesTexts.linkEnded);
    return { name, relation: 'customer' as const };
  });
}
