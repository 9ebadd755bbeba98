//! Numbers of requests: each type carries the range of its values.

use portal_domain::area::Area;
use portal_domain::limits::MAX_ROOMS;
use portal_domain::money::Cents;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};
use validator::ValidateRange;

use super::field::{Scalar, reference};
use super::params::MAX_PAGE_SIZE;
use crate::error::FieldRule;
use crate::number::{Euro, SquareMetres};

/// An amount from `MIN` cents to [`Cents::MAX`].
pub struct Money<const MIN: i64>(pub Cents);
/// An area from [`Area::MIN`] to [`Area::MAX`].
pub struct FloorArea(pub Area);
/// The rooms of one kind in a listing.
pub struct RoomCount(pub i16);
/// The index of a page. A number beyond `u32` is a page beyond every list.
pub struct PageIndex(pub u32);
/// The number of rows of a page.
pub struct PageSize(pub u32);

impl<const MIN: i64> Scalar for Money<MIN> {
    type Json = Euro;

    fn check(Euro(cents): Euro) -> Result<Option<Self>, FieldRule> {
        in_range(cents.get(), MIN, Cents::MAX.get(), Self(cents))
    }

    fn schema() -> RefOr<Schema> {
        reference::<Euro>()
    }
}

impl Scalar for FloorArea {
    type Json = SquareMetres;

    fn check(SquareMetres(area): SquareMetres) -> Result<Option<Self>, FieldRule> {
        in_range(area.tenths(), Area::MIN.tenths(), Area::MAX.tenths(), Self(area))
    }

    fn schema() -> RefOr<Schema> {
        reference::<SquareMetres>()
    }
}

impl Scalar for RoomCount {
    type Json = i16;

    fn check(count: i16) -> Result<Option<Self>, FieldRule> {
        in_range(count, 0, MAX_ROOMS, Self(count))
    }

    fn schema() -> RefOr<Schema> {
        whole_number(0).maximum(Some(MAX_ROOMS)).into()
    }
}

impl Scalar for PageIndex {
    type Json = u64;

    fn check(page: u64) -> Result<Option<Self>, FieldRule> {
        Ok(Some(Self(u32::try_from(page).unwrap_or(u32::MAX))))
    }

    fn schema() -> RefOr<Schema> {
        whole_number(0).into()
    }
}

impl Scalar for PageSize {
    type Json = u32;

    fn check(size: u32) -> Result<Option<Self>, FieldRule> {
        in_range(size, 1, MAX_PAGE_SIZE, Self(size))
    }

    fn schema() -> RefOr<Schema> {
        whole_number(1).maximum(Some(MAX_PAGE_SIZE)).into()
    }
}

fn in_range<N: ValidateRange<N>, T>(number: N, min: N, max: N, value: T) -> Result<Option<T>, FieldRule> {
    let is_in_range = number.validate_range(Some(min), Some(max), None, None);
    if is_in_range { Ok(Some(value)) } else { Err(FieldRule::OutOfRange) }
}

fn whole_number(min: i16) -> ObjectBuilder {
    let format = SchemaFormat::KnownFormat(KnownFormat::Int32);
    ObjectBuilder::new().schema_type(Type::Integer).format(Some(format)).minimum(Some(min))
}
