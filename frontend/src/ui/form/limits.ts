/** The maximum lengths of texts in characters, as the API describes them. */
export const maxLengths = {
  email: 254,
  firstName: 100,
  lastName: 100,
  phoneNumber: 30,
  street: 150,
  houseNumber: 30,
  postalCode: 5,
  city: 100,
  aboutMe: 2000,
  applicationLetter: 5000,
  letterName: 60,
  savedSearchName: 60,
  rejectionNote: 500,
  reportText: 2000,
  takedownReason: 2000,
  passkeyName: 60,
  imageDescription: 200,
} as const;

export const passwordLength = { min: 8, max: 128 } as const;
