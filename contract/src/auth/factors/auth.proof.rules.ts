/**
 * AUTH-17: wrong re-authentication attempts per account within the sign-in window. Attempts per address count towards
 * the sign-in limit.
 */
export const proofLimits = { perAccount: 10 } as const;
