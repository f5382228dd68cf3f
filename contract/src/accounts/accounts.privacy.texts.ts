import { retentionRules } from '../retention/retention.rules.ts';
import type { LegalDocument } from './accounts.terms.texts.ts';

const years = (count: number): string => (count === 1 ? '1 year' : `${count} years`);

/** The Privacy Policy (LAND-06). */
export const privacyTexts: LegalDocument = {
  title: 'Privacy Policy',
  intro:
    'Trace knows where your things are. That is sensitive, so this policy says plainly what is collected, who can see it, how long it stays, and how you stop it. The operator of this portal, called we, is responsible for it.',
  updated: '21 November 2026',
  sections: [
    {
      id: 'collected',
      title: 'Information collected',
      parts: [
        'We collect what the portal needs to do its work, from you, from your devices and from those who set them up:',
        {
          rows: [
            [
              'Your account',
              'Name, e-mail address, phone number, time zone, the kind of account, and when you accepted the terms. Installers also give a business name, a certification number and their company.',
            ],
            [
              'How you sign in',
              'Your password, kept only as a hash that cannot be turned back. If you use them: the public part of your passkeys and the key of your second factor, encrypted.',
            ],
            [
              'Your devices',
              'Serial number, the name that you gave, who registered and assigned it and when, settings, software version, battery, signal and faults.',
            ],
            [
              'Locations',
              'Where a device was and when, with speed, direction and accuracy if it tells them: when it is pinged, when it is followed live, and when it reports by itself.',
            ],
            [
              'Alarm hub',
              'If a hub is linked: the credentials for it, encrypted, the name of the hub, and panic events with the position at that time.',
            ],
            [
              'What happens in the account',
              'Sign-ins and sign-outs, also failed ones, and what was changed, each with the time, the network address and the kind of browser.',
            ],
            ['Support', 'What you and our staff write to each other about a request.'],
            [
              'Subscription',
              'Which plan you have and until when. Card numbers are entered at the payment service and never reach us.',
            ],
          ],
        },
        'We do not use the location of your phone or computer, and we do not read contacts, photos or files.',
      ],
    },
    {
      id: 'use',
      title: 'Use',
      parts: [
        'We use this information',
        [
          'to show you your devices and to carry out what you ask of them,',
          'to let an installer set up a device, and to see its location only for as long as you allowed,',
          'to tell you and the contacts that you chose when something is wrong,',
          'to keep accounts safe: to recognise misuse, and to show what was done and by whom,',
          'to answer you when you ask for help,',
          'to bill a subscription that you have taken,',
          'to fulfil duties that the law puts on us.',
        ],
        'We need most of it to fulfil the contract with you. A location is shown to an installer because you consented, and you can take that back at any time. Logs are kept because we, and you, have an interest in knowing who did what. There is no advertising, no profile of you, and no decision about you that a machine takes alone.',
      ],
    },
    {
      id: 'analytics',
      title: 'Analytics and aggregated data',
      parts: [
        'From the pings of all devices we make figures: how many devices are active, how many are new, in how many countries. The country of a position is found on our own server; no position is sent to anybody for that.',
        `These figures hold no nickname, no serial number and no e-mail address. A group of fewer than ${retentionRules.analyticsSmallestGroup} devices is not shown. We use no analytics service of others, and no pixels or beacons.`,
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      parts: [
        'We do not sell personal data. Inside the portal, these people can see something of you:',
        {
          rows: [
            [
              'Your installer',
              'Your e-mail address, and the name and state of the devices that they registered for you. Their location only after you approved it, for the time that you approved.',
            ],
            [
              'The company of your installer',
              'The devices that its installers look after, without locations. A member’s name and e-mail address are shown to its owner.',
            ],
            [
              'The email address on your training record',
              'If you sign up as an installer and your certification is found by your name, the address on the training record receives your name and email, to ask if it was you.',
            ],
            [
              'Support staff',
              'Account, devices and logs, to help you. A position only after they have given a reason, which is written down and shown to you.',
            ],
            [
              'Your panic contacts',
              'The position during a panic event, if you have chosen contacts; not before and not after.',
            ],
          ],
        },
        'Outside the portal, these services receive something, each only what its work needs:',
        {
          rows: [
            [
              'Map tiles',
              'Your browser loads map pictures from the map service (OpenFreeMap, or Google Maps where the operator chose it). The service sees your network address and which area you look at; we do not send it your name or your devices. Where the portal brings its own map, nobody outside is asked.',
            ],
            [
              'Payments',
              'If you subscribe, the payment service receives your e-mail address and what you enter there, and tells us whether the subscription is paid.',
            ],
            [
              'Mail',
              'The mail service that delivers our e-mails sees your address and what the e-mail says, such as a confirmation code.',
            ],
            [
              'Hub service',
              'If an alarm hub is linked, the service of its maker receives the credentials that were entered for it, and sends us the hubs of that account and panic events.',
            ],
          ],
        },
        'Beyond that, we give data to authorities only where the law obliges us to.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      parts: [
        'What travels between your browser and the portal over the internet is encrypted. Each device proves who it is by a certificate of its own. Credentials of hubs and SIM cards are stored encrypted and never shown again.',
        'Sessions end after an hour without activity. You can see your sessions and end each of them, and protect your account by a second factor or a passkey. Every change, and every refusal, is written into a log that cannot be altered afterwards.',
        'No system is perfectly safe. If your data should ever get into the wrong hands and that could harm you, we tell you and the authority without delay.',
      ],
    },
    {
      id: 'retention',
      title: 'Retention',
      parts: [
        'Nothing stays for ever without a reason. These are the periods:',
        {
          rows: [
            [
              'Location data',
              `${retentionRules.locationActiveDays} days active, then ${years(retentionRules.locationArchiveYears)} archived, then gone. The archive is not shown in the portal; staff can restore from it only with a reason.`,
            ],
            ['Activity logs', years(retentionRules.activityLogYears)],
            ['Support communications', years(retentionRules.supportYears)],
            ['Account info', 'Until deletion'],
            ['Analytics', 'Indefinite (anonymised)'],
            [
              'Audit log, and who looked at a location',
              `${years(retentionRules.auditYears)}. After an account was deleted, a pseudonym stands in place of the person.`,
            ],
            ['Commands and device logs', `${retentionRules.commandDays} days`],
          ],
        },
      ],
    },
    {
      id: 'rights',
      title: 'Privacy rights',
      parts: [
        'You can do most of this yourself, in Account Settings:',
        [
          'see and correct your data,',
          'download it in a form that machines can read,',
          'see who looked at your location, and end what you allowed,',
          'delete your account: what is yours is then deleted or no longer linked to you.',
        ],
        'You can also ask us: what we hold about you, to correct or delete it, to restrict how it is used, or to stop a use that rests on our own interest. We answer within 30 days, free of charge. If you are not content, you can complain to the data protection authority of your country; in Australia that is the Office of the Australian Information Commissioner.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      parts: [
        'We set two cookies, both only for this portal and both needed: one keeps you signed in, until the session ends; the other remembers for a year that somebody has signed in from this browser before, so that strangers who guess passwords cannot lock you out.',
        'In your browser’s own storage we keep small settings, such as the light or dark look and which announcement you have closed. There are no cookies for advertising or for following you, and so there is no banner to click away.',
      ],
    },
    {
      id: 'transfers',
      title: 'International transfers',
      parts: [
        'Your data is stored on the server on which this portal runs. The services named under Sharing may work in other countries, whose law may protect data less than yours does. They receive only what is said there.',
        'The portal itself can be used from anywhere. If you open it in another country, what you see travels there.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      parts: [
        'When this policy changes, the new version stands here with its date, and is announced in the portal before it takes effect. If something new needs your consent, we ask for it; without it, nothing of that kind happens.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      parts: [
        'For anything about your data, answer any e-mail that the portal has sent to you, and say that it is about privacy. Please write from the address of your account, so that we can be sure that it is you.',
      ],
    },
  ],
};
