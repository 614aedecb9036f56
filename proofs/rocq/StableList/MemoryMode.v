(** Mode [Memory] moves all cells of a full list when one element comes and goes, again and again (5.2; R6). *)
From Lists Require Import Revival.
From Lists.StableList Require Import Filling.

Section MemoryMode.
Context {E : Type} (e : E) (h : Z) (H : 0 < h).
Implicit Types (s : state E).

(** A full space of [8 h] cells, whose memory ends where it ends; the next id is [j]. *)
Definition at_the_brim s (j : Z) : Prop :=
  packed Memory h s (8 * h) /\ space_of s = 8 * h /\ next_id s = j /\ allocated s = 8 * h.

Definition round (j : Z) : list (operation E) := [Add e; Remove (8 * h, j)].

(** The addition doubles the space, and the removal halves it: each moves every cell. *)
Lemma round_moves s j : at_the_brim s j -> let s' := fst (run stable_list s (round j)) in
  at_the_brim s' (j + 1) /\ moved (spent s') = moved (spent s) + 16 * h /\
  issued (snd (run stable_list s (round j))) = [(8 * h, j)].
Proof.
  intros (P & Z0 & N & A). destruct (packed_insert e P) as (s1 & I & (S1 & O1 & L1 & P1) & N1 & F1 & _ & G).
  destruct G as (Z1 & A1 & M1); [lia..|]. rewrite N in *.
  destruct (sane_thirds S1) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T). pose proof (has_space T).
  pose proof (thirds_facts T). unfold live_of, opened_of in L1, P1. rewrite (are T) in L1, P1. cbn [sum] in L1, P1.
  (* The removal. *)
  assert (found s1 (8 * h, j) = Some e) as G by (rewrite F1; unfold with_entry; now rewrite same_refl).
  destruct (last_removal _ S1 G) as [R Tp]; [rewrite (thirds_top T); cbn [fst]; lia | rewrite (thirds_top T); lia|].
  apply found_spec in G. destruct (vacated_sane _ S1 G) as (S2 & L2 & Eo & Es). cbn [fst] in *.
  rewrite (thirds_top T) in Tp. set (s2 := vacated s1 (8 * h)) in *.
  assert (options s2 = filled_options Memory h) as O2 by exact O1. destruct (filled_sizes Memory H) as [W _].
  assert (can_halve s2 = true) as C.
  { unfold can_halve, may_halve. rewrite Tp, Es, Z1, O2, W, !andb_true_iff, !Z.eqb_eq, Z.leb_le. cbn [emptied live].
    Z.to_euclidean_division_equations. lia. }
  destruct (halved_by_removal_halves S2 C) as [[S3 K3 _] Z3], (halved_by_removal_fields s2) as (P3 & _ & _ & M3).
  pose proof (keeps_live S2 S3 K3) as L3. pose proof (sane_counts S3) as C3. destruct K3 as (O3 & N3 & _).
  assert (live_of s1 = 8 * h + 1) as L1' by (unfold live_of; rewrite (are T); cbn [sum]; lia).
  rewrite truncates_once in R; auto; [|rewrite O2; discriminate|].
  2: { destruct (sane_thirds S3) as (r & p1 & p2 & p3 & k1 & k2 & k3 & T3). pose proof (has_space T3).
  pose proof (thirds_facts T3). unfold can_halve, live_of in *. rewrite (thirds_top T3), (are T3) in *.
  cbn [sum] in *. destruct (Z.eqb_spec (live p3) 0); [lia | reflexivity]. }
  (* Both. *)
  unfold round. cbn [run step]. assert (has_room s 1 = true) as ->.
  { destruct P as (_ & O & _). unfold has_room. now rewrite O. }
  rewrite I. destruct (remove stable_list s1 (8 * h, j)) as [s3 x]. cbn [fst] in R. subst s3. cbn [fst snd].
  split; [|split; [|reflexivity]].
  - split; [split; [exact S3|]; split; [congruence | lia]|]. split; [lia|]. split; [rewrite N3; exact N1|].
    assert (allocated (halved_by_removal s2) = space_of (halved_by_removal s2)) as ->; [|lia].
    unfold halved_by_removal. now rewrite O2.
  - rewrite M3, O2. cbn [truncate filled_options]. unfold opened_of, space_of in *. rewrite <- P3.
    change (moved (spent s2)) with (moved (spent s1)). lia.
Qed.

(** So often; the ids count up. *)
Fixpoint rounds (n : nat) (j : Z) : list (operation E) :=
  match n with O => [] | S m => round j ++ rounds m (j + 1) end.

Lemma rounds_move n : forall s j, at_the_brim s j -> let s' := fst (run stable_list s (rounds n j)) in
  moved (spent s') = moved (spent s) + 16 * h * Z.of_nat n /\
  length (issued (snd (run stable_list s (rounds n j)))) = n /\ length (rounds n j) = (2 * n)%nat.
Proof.
  induction n as [|n IH]; intros s j B; cbn [rounds].
  - cbn [run fst snd issued flat_map length]. repeat split; lia.
  - destruct (round_moves B) as (B1 & M1 & I1). destruct (IH _ _ B1) as (M2 & L2 & P2). rewrite run_app.
    cbn [fst snd]. unfold issued in *. rewrite flat_map_app, !app_length, I1, L2, P2, M2, M1. cbn [round length].
    repeat split; lia.
Qed.

End MemoryMode.
