/** Some systems do not say what a phone's picture is. */
const pictureNames = /\.(?:avif|gif|heic|heif|jpe?g|png|webp)$/i;

/** Whether a file says that it is a picture; what it really is, the portal finds out. */
export const isPicture = (file: File): boolean =>
  file.type.startsWith('image/') || (file.type === '' && pictureNames.test(file.name));
