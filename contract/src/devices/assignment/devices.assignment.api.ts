import { z } from 'zod';
import { companyParams } from '../../companies/companies.schema.ts';
import { endpoint, doneAnswer } from '../../kernel/endpoint.ts';
import { assignSchema, claimAgainSchema, companyInstallerSchema } from './devices.assignment.schema.ts';
import { deviceParams } from '../devices.schema.ts';

export const assignDevice = endpoint({
  name: 'devices.assign',
  method: 'POST',
  path: '/api/devices/{serial}/assignment',
  who: 'signed-in',
  summary:
    'Assigns a device to an email address: immediately if a confirmed account exists, otherwise once the address is confirmed. The response is the same in both cases.',
  params: deviceParams,
  body: assignSchema,
  answer: doneAnswer,
  refusals: ['forbidden', 'not_found', 'conflict'],
  limit: { calls: 60, windowSec: 3_600 },
});

export const cancelAssignment = endpoint({
  name: 'devices.cancelAssignment',
  method: 'DELETE',
  path: '/api/devices/{serial}/assignment/waiting',
  who: 'signed-in',
  summary: 'Cancels a pending assignment.',
  params: deviceParams,
  answer: doneAnswer,
  refusals: ['forbidden', 'not_found', 'conflict'],
});

export const claimDeviceAgain = endpoint({
  name: 'devices.claimAgain',
  method: 'POST',
  path: '/api/devices/{serial}/assignment/claim',
  who: 'signed-in',
  summary:
    'Submits the claim code of a device that the previous user has not given back. The installer can then locate and assign it again.',
  params: deviceParams,
  body: claimAgainSchema,
  answer: doneAnswer,
  refusals: ['forbidden', 'not_found', 'conflict'],
  limit: { calls: 10, windowSec: 3_600 },
});

export const listCompanyInstallers = endpoint({
  name: 'devices.companyInstallers',
  method: 'GET',
  path: '/api/companies/{id}/devices/installers',
  who: 'signed-in',
  summary:
    "Lists the installers who registered the company's devices, including departed ones, and those who can take devices over. For the owner.",
  params: companyParams,
  answer: z.strictObject({ installers: z.array(companyInstallerSchema) }),
  refusals: ['forbidden', 'not_found'],
});

export const handOverDevices = endpoint({
  name: 'devices.handOver',
  method: 'POST',
  path: '/api/companies/{id}/devices/hand-over',
  who: 'signed-in',
  summary: 'Hands the devices of a departed member to another member. Notifies the users.',
  params: companyParams,
  body: z.strictObject({ fromPersonId: z.uuid(), toPersonId: z.uuid() }),
  answer: z.strictObject({ devices: z.int() }),
  refusals: ['forbidden', 'not_found', 'conflict'],
});

export const countOwnDevicesOutside = endpoint({
  name: 'devices.countOutside',
  method: 'GET',
  path: '/api/companies/{id}/devices/bring',
  who: 'signed-in',
  summary: 'How many devices the caller registered outside any company and could bring to this one.',
  params: companyParams,
  answer: z.strictObject({ devices: z.int() }),
  refusals: ['forbidden', 'not_found'],
});

export const bringDevicesToCompany = endpoint({
  name: 'devices.bringToCompany',
  method: 'POST',
  path: '/api/companies/{id}/devices/bring',
  who: 'signed-in',
  summary: 'Moves the devices that the caller registered outside a company to their company. Notifies the users.',
  params: companyParams,
  answer: z.strictObject({ devices: z.int() }),
  refusals: ['forbidden', 'not_found'],
});
