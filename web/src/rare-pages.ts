/** The pages that hardly anyone opens first, each loaded with its first visit. */
export const rarePages = {
  resetPassword: () => import('#pages/public/reset-password.tsx'),
  keepSecondStep: () => import('#pages/public/keep-second-step.tsx'),
  certificationClaim: () => import('#pages/public/certification/certification-claim.tsx'),
  terms: () => import('#pages/public/terms.tsx'),
  privacy: () => import('#pages/public/privacy.tsx'),
  overview: () => import('#pages/installer/overview/overview.tsx'),
  devices: () => import('#pages/installer/devices/devices.tsx'),
  setup: () => import('#pages/installer/setup/setup.tsx'),
  commissioning: () => import('#pages/installer/commissioning/commissioning.tsx'),
  settings: () => import('#pages/installer/settings.tsx'),
  company: () => import('#pages/installer/company/company.tsx'),
};
