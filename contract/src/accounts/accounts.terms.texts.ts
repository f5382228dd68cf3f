import { pingRules } from '../ping/ping.rules.ts';

/** A paragraph, a list, or rows of a name and its details. */
export type LegalPart = string | readonly string[] | { rows: readonly (readonly [string, string])[] };

export interface LegalSection {
  /** The anchor of the section, as used by links from other pages. */
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
  effective: (date: string) => `Effective from ${date}`,
  other: { terms: 'Privacy Policy', privacy: 'Terms and Conditions' },
} as const;

/** The Terms and Conditions (LAND-05). */
export const termsTexts: LegalDocument = {
  title: 'Terms and Conditions',
  intro:
    'These terms are an agreement between you and the operator of this portal ("we"). They explain what the portal does for you, what we ask of you and where its limits are.',
  updated: '28 November 2026',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance',
      parts: [
        'You accept these terms by ticking the box when you create an account. You cannot create an account without accepting them. We record when you accepted.',
        'You must be old enough to enter into a contract where you live. If you use the portal for a company, you confirm that you are authorised to act for it.',
        'If you do not agree with these terms, please do not create an account. If you agreed and change your mind, you can delete your account at any time in Account Settings.',
      ],
    },
    {
      id: 'licence',
      title: 'Use licence',
      parts: [
        'We give you the right to use the portal for your own devices, or, as an installer, for the devices that you register and look after. This right is personal, cannot be sold or lent, and ends with your account.',
        'You must not:',
        [
          "let others use your account or use someone else's account,",
          'track a person or their property without the right to do so,',
          'try to access devices, locations or data that you have no permission for,',
          'disrupt the portal, bypass its limits or send commands faster than it allows,',
          'copy the portal, reverse-engineer it or offer it as your own.',
        ],
        'We may suspend an account that breaks these terms. We will tell you why, unless the law forbids it or it would put someone in danger.',
      ],
    },
    {
      id: 'devices',
      title: 'Device registration and usage',
      parts: [
        'An installer registers a device by its serial number, which is checked against the device registry. A device can only be registered once. Installers hold a training certification, which is verified before they sign up.',
        'The installer assigns the device to you by your email address. From then on it is your device in the portal: you see its location and decide who else can. An installer who wants to see its location must ask you, for 5, 10, 30 or 60 minutes. You approve or deny the request. Access ends automatically, and you can end it earlier.',
        `On the free plan you can ask your devices for their location ${pingRules.freePerDay} times a day. The day follows your time zone. A ping that does not reach the device does not count. Premium has no daily limit and adds live tracking, the 24-hour path and the history of 90 days. The price is shown before you subscribe.`,
        'You are responsible for using trackers lawfully. In many places the law forbids following a person, a vehicle or an animal that is not yours without consent, and employers must inform their employees. Only place a tracker where you are allowed to.',
        'A device needs power, reception and a view of the sky. A sleeping device answers when it wakes. Do not open the device or modify its software.',
      ],
    },
    {
      id: 'data',
      title: 'Data privacy and security',
      parts: [
        'Our Privacy Policy explains how we handle personal data and is part of these terms. In short: your locations belong to you. Only you, the people you allow and, for a support request, our staff can see them. Every time someone else views them, it is logged.',
        'Keep your password to yourself and choose one that you do not use anywhere else. We recommend adding two-step sign-in or a passkey in Account Settings. If you think someone else has used your account, change your password, end all other sessions and contact us.',
      ],
    },
    {
      id: 'analytics',
      title: 'Analytics and non-sensitive data usage',
      parts: [
        'We measure how the portal performs, such as how many devices are online and how long answers take. These figures help us find faults and plan ahead.',
        'They do not identify any person, device or email address. We do not sell them or use them for advertising.',
      ],
    },
    {
      id: 'limitations',
      title: 'Limitations',
      parts: [
        "The portal is an aid, not a guarantee. It is not an emergency service and does not replace an alarm monitoring centre, the police or an ambulance. In an emergency, call your country's emergency number first.",
        'Positions come from satellites and mobile networks, which can fail, be delayed or be wrong. Maintenance and updates can make the portal temporarily unavailable. We announce planned downtime in advance.',
        'As far as the law allows, we are not liable for loss caused by a missing, late or wrong position, by a device that could not be reached, or by third-party services such as maps, mobile networks, alarm hubs and payments. Nothing in these terms excludes your rights under consumer law, including the guarantees of the Australian Consumer Law, or limits liability for intentional or grossly negligent acts.',
      ],
    },
    {
      id: 'accuracy',
      title: 'Accuracy of materials',
      parts: [
        'Each position is shown with the time it was recorded and, if the device reports it, its accuracy in metres. Old positions are marked as old.',
        'Maps come from other sources and may be out of date. We write the texts of the portal with care, but they may contain mistakes. Tell us and we will correct them.',
      ],
    },
    {
      id: 'modifications',
      title: 'Modifications',
      parts: [
        'The portal changes over time. New features are announced under Recent Updates.',
        'When we change these terms, we publish the new version here with its date, and announce it in the portal before it takes effect. If you do not agree, you can delete your account before then. Changes are not retroactive. The terms of a plan you have paid for stay the same until the end of the paid period.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      parts: [
        'Reply to any email from the portal, ask your installer, or open a support request in the portal. We answer in English.',
      ],
    },
  ],
};
