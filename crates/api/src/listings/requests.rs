//! Requests to create and update listings.

use portal_domain::area::Area;
use portal_domain::availability::{Availability, MAX_MINIMUM_MONTHS};
use portal_domain::ids::{DraftId, ImageId};
use portal_domain::limits::{MAX_ADDITIONAL_COSTS, MAX_AMENITIES, MAX_IMAGES, MAX_ROOMS};
use portal_domain::listing::{self, ListingFacts, ListingTexts};
use portal_domain::money::Cents;

use crate::extract::enums::{Amenity, Region, UnitType};
use crate::extract::number::{Euro, SquareMetres};
use crate::extract::text::{City, ImageDescription, Letter, Title};
use crate::extract::{Day, DistinctIds, List, Ranged, request};
use crate::response::timestamp::Timestamp;
use crate::users::AddressFields;

/// More than 1 €.
type Rent = Ranged<Euro, { Cents::MIN_RENT.get() }, MAX_CENTS>;
/// More than 0 €.
type Charge = Ranged<Euro, 1, MAX_CENTS>;
/// At least 0 €.
type Cost = Ranged<Euro, 0, MAX_CENTS>;
type FloorArea = Ranged<SquareMetres, { Area::MIN.tenths() as i64 }, { Area::MAX.tenths() as i64 }>;
type MinimumMonths = Ranged<i16, 0, { MAX_MINIMUM_MONTHS as i64 }>;
type RoomCount = Ranged<i16, 0, { MAX_ROOMS as i64 }>;
const MAX_CENTS: i64 = Cents::MAX.get();

request! {
    /// The details of a listing. The portal sets its status, views and landlord.
    pub(crate) struct SaveListingRequest {
        title: Title,
        unit_type: UnitType,
        address: ListingAddressRequest,
        area_sqm: FloorArea,
        /// The area of the whole dwelling. Ignored unless the unit type is `ROOM`; otherwise it equals
        /// `areaSqm`.
        total_area_sqm: FloorArea,
        bedrooms: RoomCount,
        bathrooms: RoomCount,
        kitchens: RoomCount,
        amenities: List<Amenity, MAX_AMENITIES>,
        description: Letter,
        tenant_description: Letter,
        location_description: Letter,
        basic_rent: Rent,
        ancillary_cost: Charge,
        security_deposit: Charge,
        additional_costs: List<AdditionalCostRequest, MAX_ADDITIONAL_COSTS>,
        /// The first day. Missing or null: from now on.
        available_from: Option<Day>,
        /// The last day, inclusive; not before `availableFrom`. Missing or null: without end.
        available_until: Option<Day>,
        /// The shortest stay, which must fit between both dates; without `availableFrom`, between today
        /// and `availableUntil`. Missing or null: any.
        minimum_months: Option<MinimumMonths>,
        /// The unchanged `lastModified` of the listing that was edited. Prevents lost updates.
        last_modified: Option<Timestamp>,
        /// Only for creating: an id that the client generates once for its draft. A retry with the same
        /// id updates the listing that the first request created.
        draft_id: Option<DraftId>,
    }

    /// The address of a listing.
    pub(crate) struct ListingAddressRequest {
        ..address: AddressFields,
        district: Option<City>,
        region: Region,
    }

    /// A monthly cost in addition to basic rent and ancillary cost.
    pub(crate) struct AdditionalCostRequest {
        description: Title,
        cost: Cost,
    }

    /// What an image shows.
    pub(crate) struct DescribeImageRequest {
        /// One line, for readers who do not see the image. Null or blank: not described.
        description: Option<ImageDescription>,
    }

    /// The ids of all images of a listing, in the new order.
    pub(crate) struct ReorderImagesRequest {
        image_ids: DistinctIds<ImageId, 0, MAX_IMAGES>,
    }
}

impl SaveListingRequest {
    pub(crate) fn into_parts(self) -> (ListingFacts, ListingTexts) {
        let facts = ListingFacts {
            title: self.title.0,
            unit_type: self.unit_type.0,
            address: self.address.into(),
            area: self.area_sqm.0.0,
            total_area: self.total_area_sqm.0.0,
            bedrooms: self.bedrooms.0,
            bathrooms: self.bathrooms.0,
            kitchens: self.kitchens.0,
            amenities: self.amenities.0.into_iter().map(|amenity| amenity.0).collect(),
            basic_rent: self.basic_rent.0.0,
            ancillary_cost: self.ancillary_cost.0.0,
            security_deposit: self.security_deposit.0.0,
            additional_costs: self.additional_costs.0.into_iter().map(Into::into).collect(),
            availability: Availability {
                from: self.available_from.map(|day| day.0),
                until: self.available_until.map(|day| day.0),
                minimum_months: self.minimum_months.map(|months| months.0),
            },
        };
        let texts = ListingTexts {
            description: self.description.0,
            tenant_description: self.tenant_description.0,
            location_description: self.location_description.0,
        };
        (facts, texts)
    }
}

impl From<ListingAddressRequest> for listing::ListingAddress {
    fn from(ListingAddressRequest { address, district, region }: ListingAddressRequest) -> Self {
        Self {
            street: address.street.0,
            house_number: address.house_number.0,
            postal_code: address.postal_code.0,
            city: address.city.0,
            district: district.map(|district| district.0),
            region: region.0,
        }
    }
}

impl From<AdditionalCostRequest> for listing::AdditionalCost {
    fn from(request: AdditionalCostRequest) -> Self {
        Self { description: request.description.0, cost: request.cost.0.0 }
    }
}
