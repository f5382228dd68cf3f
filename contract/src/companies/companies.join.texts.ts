import type { CompanyRelation } from './companies.schema.ts';

const became: Record<CompanyRelation, (company: string) => string> = {
  owner: (company) => `You are now part of ${company}.`,
  member: (company) => `You are now an employee of ${company}.`,
  customer: (company) => `You are now a customer of ${company}.`,
};

/** Texts of the question that an invitation link shows to a signed-in user (AUTH-02, LAND-02). */
export const joinTexts = {
  title: (company: string) => `Join ${company}`,
  unknownTitle: 'Join Company',
  asInstaller: (company: string) =>
    `You will become an employee of ${company}. You will see its devices and people, and they will see your name and email address.`,
  asUser: (company: string) =>
    `You will become a customer of ${company}. Its owner will see your name and email address.`,
  alreadyIn: {
    owner: (company: string) =>
      `This is the invitation link of ${company}, which you own. Send it to the people you want to invite: installers join as employees, users as customers.`,
    member: (company: string) => `You are already an employee of ${company}.`,
    customer: (company: string) => `You are already a customer of ${company}.`,
  },
  elsewhere: {
    owner: (own: string, company: string) =>
      `You own ${own}. To join ${company}, first transfer ownership of ${own} and leave it, or delete it, under Company Settings.`,
    member: (own: string, company: string) =>
      `You are an employee of ${own}. To join ${company}, first leave ${own} under Company Settings.`,
    customer: (own: string, company: string) =>
      `You are a customer of ${own}. To join ${company}, first leave ${own} under Account Settings.`,
  },
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
