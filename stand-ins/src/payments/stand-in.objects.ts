// Answers of the stand-in, typed by the library's own types, so another shape does not compile.
import type Stripe from 'stripe';

export const STAND_IN_PRICE = 'price_premium_monthly_aud';
export const PRODUCT = 'prod_premium';
export const MADE_AT = 1_767_225_600;

export const price: Stripe.Price = {
  id: STAND_IN_PRICE,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: MADE_AT,
  currency: 'aud',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: 'premium_monthly_aud',
  metadata: {},
  nickname: null,
  product: PRODUCT,
  recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'inclusive',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: 2_000,
  unit_amount_decimal: null,
};

export const product: Stripe.Product = {
  id: PRODUCT,
  object: 'product',
  active: true,
  created: MADE_AT,
  default_price: STAND_IN_PRICE,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: 'Trace Premium',
  package_dimensions: null,
  shippable: null,
  tax_details: null,
  type: 'service',
  updated: MADE_AT,
  url: null,
};

export function newCustomer(id: string, created: number, given: Partial<Stripe.Customer>): Stripe.Customer {
  return {
    id,
    object: 'customer',
    balance: 0,
    created,
    default_source: null,
    description: null,
    email: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    shipping: null,
    ...given,
  };
}

export const listOf = <Item>(url: string, data: Item[], hasMore = false): Stripe.ApiList<Item> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});

/** The error shape of the service. */
export const refused = (type: string, message: string, more: { code?: string; param?: string } = {}) => ({
  error: { type, message, doc_url: 'https://docs.stripe.com/error-codes', ...more },
});

/** Returns the id of an object that is given as an id or, if expanded, as a whole. */
export const idIn = (value: string | { id: string } | null): string =>
  typeof value === 'object' && value !== null ? value.id : (value ?? '');
