// Builds the features of accounts, companies, sign-in, support staff and payment.
import { createAuthFeature } from '#features/auth/auth.feature';
import { createCertificationFeature } from '#features/certification/certification.feature';
import { createCompaniesFeature } from '#features/companies/companies.feature';
import { createPeopleFeature } from '#features/people/people.feature';
import { createSubscriptionFeature } from '#features/subscription/subscription.feature';
import { createSupportStaffFeature } from '#features/support-staff/support-staff.feature';
import { createPaymentsClient } from './integrations/payments/payments.client.ts';
import { isAddressShared } from './config/config.ts';
import type { FeatureOptions } from './feature-options.ts';

export type AccountFeatures = ReturnType<typeof createAccountFeatures>;

export function createAccountFeatures({ platform, config, passwordCost }: FeatureOptions) {
  const people = createPeopleFeature(platform);
  const certification = createCertificationFeature({
    ...platform,
    people: people.port,
    trainingUrl: config.trainingUrl,
  });
  const companies = createCompaniesFeature({
    ...platform,
    people: people.port,
    certification: certification.port,
  });
  const auth = createAuthFeature({
    ...platform,
    people: people.port,
    certification: certification.port,
    companies: companies.port,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    isAddressShared: isAddressShared(config),
    isStaffSecondFactorRequired: config.staffSecondFactor,
    passwordCost,
  });
  const supportStaff = createSupportStaffFeature({ ...platform, people: people.port, auth: auth.port });
  const subscription = createSubscriptionFeature({
    ...platform,
    people: people.port,
    payments: config.payments === null ? null : createPaymentsClient({ ...config.payments, clock: platform.clock }),
  });
  return { people, certification, companies, auth, supportStaff, subscription };
}
