/** The pages of incidents and the way there. Apart from the words of an incident, because settings show them too. */
export const panicPagesTexts = {
  title: 'Incidents',
  single: 'Incident',
  loading: 'Loading incidents...',
  lead: 'Panic alarms of your devices, and of people who chose you as a contact.',
  leadInstaller: "Panic alarms of your company's devices.",
} as const;
