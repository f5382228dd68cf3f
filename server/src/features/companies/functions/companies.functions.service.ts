import { logoIdOf, logoPath } from '@trace/contract/companies/companies.card.rules';
import type { createCompanyFunction } from '@trace/contract/companies/companies.functions.api';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { AnswerOf, BodyOf } from '@trace/contract/kernel/endpoint';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import type { Actor } from '#platform/actor/actor';
import { Refusal } from '#platform/refusal/refusal';
import type { CompaniesService } from '../companies.service.ts';
import type { Origin } from '../companies.permission.service.ts';

type Call = typeof createCompanyFunction;

export interface CompanyFunctionsDependencies {
  companies: Pick<CompaniesService, 'create'>;
  portalUrl(): string;
}

export type CompanyFunctions = ReturnType<typeof createCompanyFunctions>;

/** The function create-company: the same rules as the portal's own form, with the names of the documents (FN-01). */
export function createCompanyFunctions({ companies, portalUrl }: CompanyFunctionsDependencies) {
  /** Returns the id of an uploaded logo. An address of another server is never loaded. */
  const ownLogo = (url: string): string => {
    const logo = logoIdOf(url);
    if (logo === null || (logo.origin !== null && logo.origin !== new URL(portalUrl()).origin))
      throw new Refusal('invalid_input', texts.logoElsewhere, { field: 'body.logo_url' });
    return logo.logoId;
  };

  return {
    async create(actor: Actor, origin: Origin, body: BodyOf<Call>): Promise<AnswerOf<Call>> {
      const { created_by, created_by_uid, logo_url, abn_acn, ...details } = body;
      const isOwn = (given: string | undefined): boolean =>
        given === undefined || given === actor.accountId || normaliseEmail(given) === normaliseEmail(actor.email);
      if (!isOwn(created_by)) throw new Refusal('forbidden', texts.otherCreator, { field: 'body.created_by' });
      if (!isOwn(created_by_uid)) throw new Refusal('forbidden', texts.otherCreator, { field: 'body.created_by_uid' });
      const logoId = ownLogo(logo_url);
      const company = await companies.create(actor, origin, { ...details, abnAcn: abn_acn, logoId });
      return {
        id: company.id,
        name: company.name,
        email: company.email,
        phone: company.phone,
        website: company.website,
        abn_acn: company.abnAcn,
        address: company.address,
        logo_url: logoPath(company.logoId),
        created_by: actor.email,
        created_by_uid: actor.accountId,
        created_at: company.createdAt,
      };
    },
  };
}
