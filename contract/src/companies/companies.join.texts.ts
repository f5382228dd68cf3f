import type { CompanyRelation } from './companies.schema.ts';

const became: Record<CompanyRelation, (company: string) => string> = {
  owner: (company) => `You belong to ${company} now.`,
  member: (company) => `You are an employee of ${company} now.`,
  customer: (company) => `You are a customer of ${company} now.`,
};

/** Words of the question that an invitation link asks somebody who is signed in (AUTH-02, LAND-02). */
export const joinTexts = {
  title: (company: string) => `Join ${company}`,
  unknownTitle: 'Join Company',
  asInstaller: (company: string) =>
    `You become an employee of ${company}: you see its devices and its people, and they see your name and e-mail address.`,
  asUser: (company: string) => `You become a customer of ${company}: its owner sees your name and e-mail address.`,
  join: 'Join',
  notNow: 'Not now',
  close: 'Close',
  tryAgain: 'Try again',
  loading: 'Loading the invitation...',
  ended: 'This invitation is no longer active. Ask for a new one.',
  unchecked: 'The invitation could not be checked.',
  joined: (company: string, relation: CompanyRelation) => became[relation](company),
  failed: 'Failed to join the company',
} as const;
