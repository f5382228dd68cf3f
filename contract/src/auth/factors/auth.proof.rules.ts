/** AUTH-17: wrong proofs per account within the window of sign-in; tries per address count with those of sign-in. */
export const proofLimits = { perAccount: 10 } as const;
