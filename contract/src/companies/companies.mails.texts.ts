/** Emails to the owner of a company about an employee. Apart from the words of pages, which no email needs. */
export const companiesMails = {
  deletedAccount: {
    subject: (company: string) => `An employee of ${company} deleted their account`,
    text: (mail: { name: string; company: string; devices: number; url: string }) =>
      `${mail.name} deleted their Trace account and no longer belongs to ${mail.company}.\n\n${mail.devices === 0 ? '' : `Devices that ${mail.name} registered and that stay with the company: ${mail.devices}. No one can assign or replace them until you reassign them to another employee.\n\n`}Open Company Settings:\n${mail.url}`,
  },
  uncertified: {
    subject: (company: string) => `The certification of an employee of ${company} has ended`,
    text: (mail: {
      name: string;
      email: string;
      ended: string;
      day: string;
      until: string;
      devices: number;
      url: string;
    }) =>
      `The installer certification of ${mail.name} (${mail.email}) ${mail.ended} on ${mail.day}.\n\nThey can service their devices until ${mail.until}, but they cannot register or assign new ones. ${mail.devices === 0 ? '' : `Devices that ${mail.name} registered for the company: ${mail.devices}. After that day, reassign them to another employee, or look after them yourself. `}With a renewed certification they go on as before.\n\nOpen Company Settings:\n${mail.url}`,
  },
} as const;
