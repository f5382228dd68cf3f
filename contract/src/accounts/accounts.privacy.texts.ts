import { cookieRows, keptRows, recipientRows, storageRows, viewerRows } from '../privacy/privacy.lists.texts.ts';
import type { LegalDocument } from './accounts.terms.texts.ts';

/** The Privacy Policy (LAND-06). */
export const privacyTexts: LegalDocument = {
  title: 'Privacy Policy',
  intro:
    'Trace knows where your things are. That is sensitive, so this policy says plainly what we collect, who can see it, how long we keep it and how you can stop it. "We" means the operator of this portal, who is responsible for your data.',
  updated: '28 November 2026',
  sections: [
    {
      id: 'collected',
      title: 'Information collected',
      parts: [
        'We collect what the portal needs to work: from you, from your devices and from the people who set them up:',
        {
          rows: [
            [
              'Your account',
              'Name, email address, phone number, time zone, account type, and when you accepted the terms. Installers also give a business name, a certification number and their company.',
            ],
            [
              'How you sign in',
              'Your password, stored only as a one-way hash. If you use them: the public key of each passkey, and the encrypted key for two-step sign-in.',
            ],
            [
              'Your devices',
              'Serial number, the name you gave it, who registered and assigned it and when, settings, firmware version, battery, signal and faults.',
            ],
            [
              'Locations',
              'Where a device was and when, with speed, direction and accuracy if the device reports them. This is recorded when the device is pinged, when it is tracked live, during an emergency and when it reports on its own.',
            ],
            ['Alarm hub', 'If you link a hub: its encrypted credentials and its name.'],
            [
              'What happens in the account',
              'Sign-ins (including failed ones), sign-outs and changes, each with the time, IP address and browser type.',
            ],
            [
              'Emergencies',
              'The name, email address and phone number of each panic contact that you enter, and whether the contact agreed. After a press: what happened, where the device was, who was notified and what helpers wrote.',
            ],
            ['Support', 'What you and our staff write to each other about a request, and the files attached to it.'],
            [
              'Subscription',
              'Which plan you have and until when. You enter card numbers at the payment service. They never reach us.',
            ],
          ],
        },
        'We use the location of your phone only if you add the phone as a device and its app reports to the portal. We never use the location of your computer. We read no contacts, and no photos or files except those that you upload.',
      ],
    },
    {
      id: 'use',
      title: 'Use',
      parts: [
        'We use this information:',
        [
          'to show you your devices and carry out the commands you send them,',
          'to let an installer set up a device, and see its location only for as long as you allow,',
          'to alert you when something is wrong with a device',
          'to keep accounts safe, detect misuse and show who did what,',
          'to help you when you contact support,',
          'to bill your subscription,',
          'to meet our legal obligations.',
        ],
        'We need most of this to fulfil our contract with you. An installer sees a location because you consented, and you can withdraw your consent at any time. We keep logs because both you and we have a legitimate interest in knowing who did what. We do not advertise, we do not profile you, and we do not make automated decisions about you.',
      ],
    },
    {
      id: 'analytics',
      title: 'Analytics and aggregated data',
      parts: [
        'The portal counts for its operation, such as how many devices are online, how many messages arrive and how long answers take. These figures name no person and no device, and hold no positions.',
        'For statistics, the portal stores the country in which each device was last, worked out from its position on our own server, and a category worked out from its name, such as boat. Both are deleted with the device. Support staff see these statistics and the names of devices, without owners and positions.',
        'Counts of devices, pings and support requests per day are kept without an end. They name no person, no device and no group of fewer than five devices.',
        'We make no other statistics from your data. We use no third-party analytics, tracking pixels or beacons.',
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      parts: [
        'We do not sell personal data. Inside the portal, these people can see some of your data:',
        {
          rows: [
            viewerRows.grant,
            [
              "Your installer's company",
              'The devices its installers look after, with the names and email addresses of their users, and without locations. The company owner also sees the names and email addresses of its members, and of the users who joined by its invitation link. In an emergency of yours, the members learn what happened, how to reach you and your contacts, and what helpers write.',
            ],
            [
              'The email address on your training record',
              'If you sign up as an installer and your certification is found by your name, the address on the training record receives your name and email, to ask if it was you.',
            ],
            viewerRows.panic,
            viewerRows.break_glass,
          ],
        },
        'Outside the portal, these services receive only the data they need to do their job:',
        {
          rows: recipientRows,
        },
        'Beyond that, we disclose data to authorities only where the law requires it.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      parts: [
        'All traffic between your browser and the portal over the internet is encrypted. Each device authenticates with its own certificate. Hub and SIM credentials are stored encrypted and are never shown again.',
        'Sessions end after an hour without activity. You can review and end your sessions, and protect your account with two-step sign-in or a passkey. Every change and every denied request is recorded in a log that cannot be altered.',
        'No system is perfectly secure. If a data breach is likely to harm you, we will notify you and the authority without delay.',
      ],
    },
    {
      id: 'retention',
      title: 'Retention',
      parts: ['After these periods the portal deletes data by itself:', { rows: keptRows }],
    },
    {
      id: 'rights',
      title: 'Privacy rights',
      parts: [
        'You can do most of this yourself, in Account Settings:',
        [
          'see and correct your data,',
          'download it in a machine-readable format,',
          'see who viewed your location, and end the access you gave,',
          'delete your account: your data is then deleted or no longer linked to you.',
        ],
        'You can also ask us what data we hold about you, ask us to correct, delete or restrict it, or object to a use based on our legitimate interest. We answer within 30 days, free of charge. If you are not satisfied, you can complain to the data protection authority of your country. In Australia, that is the Office of the Australian Information Commissioner.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      parts: [
        'We set these cookies. Each is necessary, and only this portal uses it. Over https its name starts with __Host-.',
        { rows: cookieRows },
        "We also keep this in your browser's own storage:",
        { rows: storageRows },
        'We use no advertising or tracking cookies, so there is no cookie banner.',
      ],
    },
    {
      id: 'transfers',
      title: 'International transfers',
      parts: [
        'Your data is stored on the server that runs this portal. The services named under Sharing may operate in other countries, where the law may protect data less than in yours. They receive only the data listed there.',
        'You can use the portal from anywhere. If you open it in another country, the data you view is transferred there.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      parts: [
        'When this policy changes, we publish the new version here with its date and announce it in the portal before it takes effect. If a change needs your consent, we ask for it first.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      parts: [
        "For any question about your data, reply to any email from the portal and mention that it is about privacy. Please write from your account's email address so that we can verify it's you.",
      ],
    },
  ],
};
