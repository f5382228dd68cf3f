import { pingRules } from '../ping/ping.rules.ts';

/** A paragraph, a list, or rows of a name and what belongs to it. */
export type LegalPart = string | readonly string[] | { rows: readonly (readonly [string, string])[] };

export interface LegalSection {
  /** The anchor of the section, as links from elsewhere name it. */
  id: string;
  title: string;
  parts: readonly LegalPart[];
}

export interface LegalDocument {
  title: string;
  intro: string;
  updated: string;
  sections: readonly LegalSection[];
}

export const legalTexts = {
  back: 'Back to Login',
  contents: 'On this page',
  effective: (date: string) => `In force since ${date}`,
  other: { terms: 'Privacy Policy', privacy: 'Terms and Conditions' },
} as const;

/** The Terms and Conditions (LAND-05). */
export const termsTexts: LegalDocument = {
  title: 'Terms and Conditions',
  intro:
    'These terms are between you and the operator of this portal, called we. They say what the portal does for you, what we ask of you, and where its limits are.',
  updated: '21 November 2026',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance',
      parts: [
        'You accept these terms when you create an account, by ticking the box for them. Without that there is no account. We keep the time at which you accepted.',
        'You must be old enough to make a contract where you live. If you use the portal for a company, you confirm that you may do so in its name.',
        'If you do not agree with these terms, please do not create an account. If you agreed and change your mind, you can delete your account at any time in Account Settings.',
      ],
    },
    {
      id: 'licence',
      title: 'Use licence',
      parts: [
        'We give you the right to use the portal for your own devices, or, as an installer, for the devices that you register and look after. This right is personal, cannot be sold or lent, and ends with your account.',
        'Please do not',
        [
          'let others use your account, or use the account of somebody else,',
          'track a person or their property without the right to do so,',
          'try to reach devices, locations or data that were not given to you,',
          'disturb the portal, get around its limits, or send commands to it faster than it allows,',
          'copy the portal, take it apart or offer it as your own.',
        ],
        'We may lock an account that is used against these terms. We say why, unless the law forbids it or it would put somebody in danger.',
      ],
    },
    {
      id: 'devices',
      title: 'Device registration and usage',
      parts: [
        'An installer registers a device by its serial number, which is checked against the registry of devices that were made. A device can be registered once. Installers hold a training certification, which is verified before they sign up.',
        'The installer assigns the device to you by your e-mail address. From then on it is your device in the portal: you see where it is, and you decide who else may. An installer who wants to know its location asks you, for 5, 10, 30 or 60 minutes. You approve or deny. Access ends by itself, and you can end it earlier.',
        `On the free plan you can ask your devices for their location ${pingRules.freePerDay} times a day. The day is that of your own time zone. A ping that does not reach the device is not counted. Premium has no daily limit and adds live tracking and the 24-hour path. The price is shown before you subscribe.`,
        'You are responsible for using trackers lawfully. In many places the law forbids following a person, a vehicle or an animal that is not yours without consent, and an employer has to tell employees. Put a tracker only where you may.',
        'A device needs power, reception and a view of the sky. A sleeping device answers when it wakes. Do not open the device or change its software.',
      ],
    },
    {
      id: 'data',
      title: 'Data privacy and security',
      parts: [
        'How we handle personal data stands in our Privacy Policy, which is part of these terms. In short: your locations are yours, they are shown to you and to those whom you allowed, and each look of somebody else at them is written down.',
        'Keep your password to yourself and choose one that you use nowhere else. You can add a second factor or a passkey in Account Settings, and we recommend it. If you think that somebody else has used your account, change the password, sign out all other sessions and tell us.',
      ],
    },
    {
      id: 'analytics',
      title: 'Analytics and non-sensitive data usage',
      parts: [
        'We count how the portal and the devices do their work: how many devices are active, in which countries, how often they answer. These figures help us to find faults and to plan.',
        'They name no person, no device and no e-mail address, and no group that is so small that somebody could be recognised in it. They are not sold and not used for advertising.',
      ],
    },
    {
      id: 'limitations',
      title: 'Limitations',
      parts: [
        'The portal is a help and no guarantee. It is no emergency service and does not replace an alarm receiving centre, the police or an ambulance. In an emergency, call the emergency number of your country first.',
        'Positions come from satellites and mobile networks, which can fail, be late or be wrong. Maintenance and updates can make the portal unavailable for a while; we announce what we know ahead of time.',
        'As far as the law allows, we are not liable for loss that comes from a position that was missing, late or wrong, from a device that was not reachable, or from services of others such as maps, mobile networks, alarm hubs and payments. Nothing in these terms takes away rights that consumer law gives you, among them the guarantees of the Australian Consumer Law, or limits liability for what was done on purpose or with gross negligence.',
      ],
    },
    {
      id: 'accuracy',
      title: 'Accuracy of materials',
      parts: [
        'Each position is shown with the time at which it was measured and, where the device tells it, with its accuracy in metres. A position that is old is marked as old.',
        'Maps come from other sources and may be out of date. The texts of the portal are written with care and may still hold mistakes; tell us and we correct them.',
      ],
    },
    {
      id: 'modifications',
      title: 'Modifications',
      parts: [
        'The portal changes over time. What is new is told under Recent Updates.',
        'When we change these terms, we publish the new version here with its date, and announce it in the portal before it takes effect. If you do not agree, you can delete your account until then. Changes do not work backwards. What you have paid for stays as it was agreed until the paid period ends.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      parts: [
        'Write to us by answering any e-mail that the portal has sent to you, or ask your installer. Installers raise a support request in the portal. We answer in English.',
      ],
    },
  ],
};
