/** Apart from the words of the dialog, because menus load first. */
export const hubReceiverMenuTexts = { item: 'Direct hub reports' } as const;
